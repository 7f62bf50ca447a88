import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * The build has relative addresses only and nothing inline, so that it works below any path and under a strict
 * content security policy. For `vite dev`, SHELFWIRE_BASE_URL names the service whose API is used.
 */
export default defineConfig({
  base: "./",
  plugins: [react(), baseOfDevelopment()],
  resolve: { alias: { "@shelfwire/client": fileURLToPath(new URL("../client/src/index.ts", import.meta.url)) } },
  server: { proxy: { "/api": process.env.SHELFWIRE_BASE_URL ?? "http://127.0.0.1:8080" } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
  },
});

/** The service sets the document's base by the depth of the path; while developing it is the root. */
function baseOfDevelopment(): Plugin {
  return {
    name: "base-of-development",
    apply: "serve",
    transformIndexHtml: (html) => html.replace('<base href="./">', '<base href="/console/">'),
  };
}
