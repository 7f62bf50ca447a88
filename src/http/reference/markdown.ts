import { type Html, html } from "./html.ts";

/** The little Markdown that the document uses: paragraphs, second-level headings and code. */
export function markdown(text: string): Html[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.replaceAll("\n", " ").trim())
    .filter((block) => block !== "")
    .map((block) =>
      block.startsWith("## ") ? html`<h3>${inline(block.slice(3))}</h3>` : html`<p>${inline(block)}</p>`,
    );
}

/** One line with `code`. */
export function inline(text: string): Html[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
