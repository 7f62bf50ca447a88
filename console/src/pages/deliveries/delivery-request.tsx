import { Button } from "@mantine/core";
import type { DeliveryWithAttempts } from "@shelfwire/client";
import { useState } from "react";
import { copyText } from "../../parts/copy-button.tsx";
import { CheckIcon, CopyIcon } from "../../parts/icons.tsx";
import { curlText, maskedUrl } from "./curl-text.ts";
import styles from "./deliveries.module.css";

/** The callback as it is sent, to look at and to send by hand. Keys in it are masked: the service never hands them out. */
export function DeliveryRequest({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { request } = delivery;
  if (!request) return null;
  const shown = { ...request, url: maskedUrl(request.url) };
  return (
    <section className={styles.section} aria-label="Request">
      <div className={styles.sectionHead}>
        <h3>Request</h3>
        <CopyCurl text={curlText(shown)} />
      </div>
      <pre className={styles.code}>{requestText(shown)}</pre>
      <p className={styles.muted}>Keys are masked; put your own in before you send it by hand.</p>
    </section>
  );
}

const SAID_MS = 1_500;

function CopyCurl({ text }: { text: string }) {
  const [said, setSaid] = useState<"copied" | "refused">();
  const copy = async () => {
    setSaid(await copyText(text));
    setTimeout(() => setSaid(undefined), SAID_MS);
  };
  const isCopied = said === "copied";
  return (
    <Button variant="default" leftSection={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} onClick={copy}>
      {said === undefined ? "Copy as curl" : isCopied ? "Copied" : "Copying is not allowed here"}
    </Button>
  );
}

function requestText(request: { method: string; url: string; headers: Record<string, string>; body: string }): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${request.method} ${request.url}`, ...headers, "", indented(request.body)].join("\n");
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
