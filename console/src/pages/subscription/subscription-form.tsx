import { ActionIcon, Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { ShelfwireError, type Subscription } from "@shelfwire/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "../../parts/error-notice.tsx";
import { CloseIcon, PlusIcon } from "../../parts/icons.tsx";
import { projectApi } from "../../session/api.ts";
import { fieldMessages, urlMistake } from "./field-messages.ts";
import styles from "./subscription.module.css";
import { useWaveTypes } from "./subscription-queries.ts";

interface UrlField {
  id: number;
  text: string;
}

/** Sets the subscription as a whole, as the contract does; refusals stand at their field in the contract's words. */
export function SubscriptionForm(props: { project: string; subscription?: Subscription; onClose: () => void }) {
  const { project, subscription, onClose } = props;
  const [urls, setUrls] = useState(() => urlFields(subscription?.url_list ?? [""]));
  const [waves, setWaves] = useState<string[]>(subscription?.wave_type_list ?? []);
  const known = useWaveTypes(project).data ?? [];
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: () => {
      const url_list = urls.map(({ text }) => text.trim()).filter((text) => text !== "");
      return projectApi(project).setSubscription({ url_list, wave_type_list: waves });
    },
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["subscription", project] }),
        queries.invalidateQueries({ queryKey: ["endpoints", project] }),
      ]);
      onClose();
    },
  });
  const { error } = saving;
  const said = fieldMessages(error instanceof ShelfwireError && error.statusCode === 400 ? error.messages : []);
  const isElsewhere = error !== null && (!(error instanceof ShelfwireError) || error.statusCode !== 400);
  return (
    <Modal
      opened
      onClose={onClose}
      title={subscription ? "Edit the subscription" : "Subscribe"}
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <UrlInputs urls={urls} messages={said.urls} stored={subscription?.url_list ?? []} onChange={setUrls} />
        <Checkbox.Group
          label="Wave types"
          description="What is to be told of; all stands for every one, also those that are added later."
          value={waves}
          onChange={setWaves}
          error={said.waveTypes.length > 0 ? <Messages messages={said.waveTypes} /> : undefined}
        >
          <div className={styles.waveChoices}>
            {[...new Set([...known, ...waves])].map((wave) => (
              <Checkbox key={wave} value={wave} label={wave} />
            ))}
          </div>
        </Checkbox.Group>
        {said.rest.length > 0 && <Messages messages={said.rest} />}
        {isElsewhere && <ErrorNotice error={error} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {subscription ? "Save" : "Subscribe"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function UrlInputs(props: {
  urls: UrlField[];
  messages: string[];
  stored: readonly string[];
  onChange: (urls: UrlField[]) => void;
}) {
  const { urls, messages, stored, onChange } = props;
  const hasMasked = stored.some((url) => url.includes("****"));
  return (
    <fieldset className={styles.urls}>
      <legend>Callback URLs</legend>
      <p className={styles.about}>
        Public HTTPS addresses that answer 2xx within ten seconds.
        {hasMasked && " Keys are masked (****); a URL that you leave as it is keeps its key, another query rotates it."}
      </p>
      {urls.map((url, index) => (
        <div key={url.id} className={styles.urlLine}>
          <TextInput
            className={styles.url}
            aria-label={`Callback URL ${index + 1}`}
            placeholder="https://hooks.example.com/shelfwire?key=…"
            type="url"
            value={url.text}
            error={urlMistake(url.text)}
            data-autofocus={index === 0 || undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              onChange(urls.map((one) => (one.id === url.id ? { ...one, text: value } : one)));
            }}
          />
          <ActionIcon
            color="gray"
            aria-label={`Remove callback URL ${index + 1}`}
            onClick={() => onChange(urls.filter(({ id }) => id !== url.id))}
          >
            <CloseIcon />
          </ActionIcon>
        </div>
      ))}
      {messages.length > 0 && <Messages messages={messages} />}
      <Button
        variant="subtle"
        leftSection={<PlusIcon size={14} />}
        onClick={() => onChange([...urls, { id: Math.max(0, ...urls.map(({ id }) => id)) + 1, text: "" }])}
      >
        Another URL
      </Button>
    </fieldset>
  );
}

function Messages({ messages }: { messages: readonly string[] }) {
  return (
    <span className={styles.messages} role="alert">
      {messages.map((message) => (
        <span key={message}>{message}</span>
      ))}
    </span>
  );
}

function urlFields(texts: readonly string[]): UrlField[] {
  return texts.map((text, id) => ({ id, text }));
}
