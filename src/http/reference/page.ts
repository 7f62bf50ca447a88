import { isObject, type JsonObject, objectAt } from "../openapi/json.ts";
import { type Html, html } from "./html.ts";
import { markdown } from "./markdown.ts";
import { exampleText, operationView, type Resolve } from "./operation-view.ts";
import { schemaView, typeOf } from "./schema-view.ts";

interface Listed {
  path: string;
  method: string;
  operation: JsonObject;
}

/**
 * The reference as one page that needs nothing but its style sheet; the script adds a search. `assets` is the path to
 * both as seen from the page, `document` that to the document.
 */
export function referencePage(document: JsonObject, paths: { assets: string; document: string }): string {
  const { title, version, description } = { title: "", version: "", description: "", ...objectAt(document, "info") };
  const resolve = resolverOf(document);
  const operations = operationsOf(document);
  const tags = (Array.isArray(document.tags) ? document.tags : []).filter(isObject);
  const within = (tag: unknown) => operations.filter(({ operation }) => [operation.tags].flat().includes(tag));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${String(title)}</title>
<link rel="stylesheet" href="${paths.assets}reference.css">
<link rel="icon" href="data:,">
<script src="${paths.assets}reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="top"><a class="name" href="#content">${String(title)}</a> <span class="version">${String(version)}</span>
<input type="search" id="search" placeholder="Search ( / )" aria-label="Search operations" autocomplete="off" hidden>
<a class="download" href="${paths.document}">openapi.json</a></header>
<details class="contents" open><summary>Contents</summary><nav aria-label="Operations">
${tags.map(({ name }) => navigationOf(String(name), within(name)))}
<section><h2><a href="#schemas">Schemas</a></h2></section>
</nav></details>
<main id="content">
<section class="introduction">${markdown(String(description))}</section>
<p id="nothing" role="status" hidden>No operation matches.</p>
${tags.map(
  (
    tag,
  ) => html`<section class="tag" id="${slugOf(tag.name)}"><h2>${String(tag.name)}</h2><p>${String(tag.description)}</p>
${within(tag.name).map(({ path, method, operation }) => operationView(path, method, operation, resolve))}</section>`,
)}
${callbackView(document, resolve)}
<section id="schemas"><h2>Schemas</h2>${schemasOf(document)}</section>
</main>
</body>
</html>
`;
  return page.text;
}

function navigationOf(tag: string, operations: Listed[]): Html {
  return html`<section><h2><a href="#${slugOf(tag)}">${tag}</a></h2><ul>${operations
    .filter(({ operation }) => operation.deprecated !== true)
    .map(({ method, operation }) => {
      const id = String(operation.operationId);
      return html`<li data-for="${id}"><a href="#${id}"><span class="method ${method}">${method === "delete" ? "DEL" : method.toUpperCase()}</span> ${String(operation.summary)}</a></li>`;
    })}</ul></section>`;
}

function callbackView(document: JsonObject, resolve: Resolve): Html[] {
  return Object.values(objectAt(document, "webhooks")).map((item) => {
    const operation = objectAt(resolve(item), "post");
    return html`<section class="tag" id="callbacks"><h2>Callbacks</h2><p>What Shelfwire sends to the URLs of a subscription</p>
${operationView("/your/callback/url", "post", operation, resolve)}</section>`;
  });
}

function schemasOf(document: JsonObject): Html[] {
  return Object.entries(objectAt(objectAt(document, "components"), "schemas")).map(([name, schema]) => {
    const { description, examples } = { description: undefined, examples: undefined, ...Object(schema) };
    return html`<article id="schema-${name}"><h3><a href="#schema-${name}">${name}</a> <span class="type">${typeOf(schema)}</span></h3>
${markdown(String(description ?? ""))}${schemaView(schema)}${Array.isArray(examples) && html`<pre tabindex="0"><code>${exampleText(examples[0])}</code></pre>`}</article>`;
  });
}

function operationsOf(document: JsonObject): Listed[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) =>
      isObject(operation) ? [{ path, method, operation }] : [],
    ),
  );
}

function slugOf(name: unknown): string {
  return `tag-${String(name).toLowerCase().replaceAll(" ", "-")}`;
}

function resolverOf(document: JsonObject): Resolve {
  const resolve: Resolve = (thing) => {
    if (!isObject(thing)) return {};
    if (typeof thing.$ref !== "string") return thing;
    const found = thing.$ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
    return resolve(found);
  };
  return resolve;
}
