import { STATUS_CODES } from "node:http";
import { isObject, type JsonObject, objectAt } from "../openapi/json.ts";
import { type Html, html } from "./html.ts";
import { inline, markdown } from "./markdown.ts";
import { memberView, schemaView, typeOf } from "./schema-view.ts";

/** Finds what a reference of the document means. */
export type Resolve = (thing: unknown) => JsonObject;

/** One operation: what to send, what comes back, and a call to copy. */
export function operationView(path: string, method: string, operation: JsonObject, resolve: Resolve): Html {
  const id = String(operation.operationId);
  return html`<article id="${id}" data-words="${`${id} ${path} ${operation.summary}`.toLowerCase()}">
<header><h3><a href="#${id}">${String(operation.summary)}</a>${operation.deprecated === true && html` <span class="flag">deprecated</span>`}</h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code></p></header>
${markdown(String(operation.description ?? ""))}
<p class="credentials">${credentialsOf(operation)}</p>
${parametersView(operation)}
${bodyView(operation, resolve)}
<h4>Example</h4>${copyable(curlOf(path, method, operation))}
<h4>Answers</h4>
${Object.entries(objectAt(operation, "responses")).map(([status, answer]) => answerView(status, resolve(answer), resolve))}
</article>`;
}

/** Paths are long: they may break after each slash. */
function breakable(path: string): Html[] {
  return path.split("/").map((part, i) => html`${i > 0 && html`/<wbr>`}${part}`);
}

function credentialsOf(operation: JsonObject): Html {
  const schemes = Array.isArray(operation.security) ? operation.security.flatMap((scheme) => Object.keys(scheme)) : [];
  if (schemes.includes("signedLink")) {
    const orToken = schemes.includes("projectToken") ? " or a project's token" : "";
    return html`Needs the signature of a link${orToken}.`;
  }
  if (schemes.includes("projectToken")) return html`Needs a project's token.`;
  if (schemes.includes("operatorToken")) return html`Needs the operator's token.`;
  return html`Needs no token.`;
}

function parametersView(operation: JsonObject): Html[] {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  return ["path", "query", "header"].map((place) => {
    const here = parameters.filter(isObject).filter((parameter) => parameter.in === place);
    if (here.length === 0) return html``;
    const title = { path: "In the path", query: "In the query", header: "Headers" }[place];
    const rows = here.map(({ name, schema, required, description }) =>
      memberView(String(name), schema, required === true, String(description ?? "")),
    );
    return html`<h4>${title}</h4><dl class="members">${rows}</dl>`;
  });
}

function bodyView(operation: JsonObject, resolve: Resolve): Html | undefined {
  const contents = Object.entries(objectAt(operation.requestBody, "content"));
  if (contents.length === 0) return undefined;
  return html`<h4>Body</h4>${contents.map(([type, media]) => contentView(type, media, resolve))}`;
}

function answerView(status: string, answer: JsonObject, resolve: Resolve): Html {
  const phrase = STATUS_CODES[status] ?? (status === "default" ? "Other errors" : "");
  const headers = Object.entries(objectAt(answer, "headers")).map(([name, header]) => {
    const { schema, description, required } = resolve(header);
    return memberView(name, schema, required === true, String(description));
  });
  const contents = Object.entries(objectAt(answer, "content")).map(([type, media]) =>
    contentView(type, media, resolve),
  );
  const kind = status === "default" ? "default" : `${status.charAt(0)}xx`;
  return html`<details class="answer"><summary><span class="status s${kind}">${status === "default" ? "any" : status}</span> ${phrase}</summary>
<p>${inline(String(answer.description ?? ""))}</p>${headers.length > 0 && html`<dl class="members">${headers}</dl>`}${contents}</details>`;
}

function contentView(type: string, media: unknown, resolve: Resolve): Html {
  const object = isObject(media) ? media : {};
  const isError = objectAt(object, "schema").$ref === "#/components/schemas/ErrorBody";
  const examples = Object.values(objectAt(object, "examples")).map((example) => Object(example).value);
  if ("example" in object) examples.push(object.example);
  const members = isError ? undefined : schemaView(resolve(object.schema));
  return html`<p class="content"><code>${type}</code> ${typeOf(object.schema)}</p>${members && html`<details><summary>Members</summary>${members}</details>`}${examples.map((example) => copyable(exampleText(example)))}`;
}

export function exampleText(example: unknown): string {
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}

function copyable(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function curlOf(path: string, method: string, operation: JsonObject): string {
  const parameters: unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  const url = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const found = parameters.filter(isObject).find((parameter) => parameter.name === name);
    return typeof found?.example === "string" ? found.example : whole;
  });
  const schemes = JSON.stringify(operation.security ?? []);
  const lines = [`curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"$SHELFWIRE_URL${url}"`];
  if (schemes.includes("Token")) {
    lines.push(`-H "Authorization: Auth-Token $${schemes.includes("operator") ? "OPERATOR_TOKEN" : "TOKEN"}"`);
  }
  const [type, media] = Object.entries(objectAt(operation.requestBody, "content"))[0] ?? [];
  if (type === "multipart/form-data") lines.push("-F entity_type=store", "-F file_format=CSV", "-F file=@stores.csv");
  else if (type !== undefined) {
    const body = JSON.stringify(Object(media).example).replaceAll("'", "'\\''");
    lines.push(`-H "Content-Type: ${type}"`, `-d '${body}'`);
  }
  return lines.join(" \\\n  ");
}
