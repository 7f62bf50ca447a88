import "@mantine/core/styles.layer.css";
import "./theme/theme.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LiveProvider } from "./parts/live.tsx";
import { queries } from "./queries.ts";
import { preloadPresentPage, router } from "./routes.tsx";
import { sessionQuery } from "./session/session-api.ts";
import { SessionGate } from "./session/session-gate.tsx";
import { theme } from "./theme/theme.ts";

// What the first page needs is on its way while the frame around it is made.
void queries.prefetchQuery(sessionQuery);
preloadPresentPage();

const root = document.getElementById("root");
if (!root) throw new Error("the page has no root");

// Neither variables nor classes are written into style elements: theme.css has them, see there.
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <SessionGate>
          <LiveProvider>
            <RouterProvider router={router} />
          </LiveProvider>
        </SessionGate>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
