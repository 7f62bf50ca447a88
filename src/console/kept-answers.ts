const KEPT_TIMES = 20;
/** What is found faster may be asked for each time. */
const CHEAP_MS = 25;
const KEYS_MAX = 2_000;

/**
 * Answers to a costly question, kept for twenty times as long as they took to find: however many people look, it takes a
 * twentieth of one core at most. A small installation, where nothing is costly, always sees the present.
 */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, { answer: Promise<Answer>; untilMs: number }>();

  /** What `find` answers, now or a moment ago; who asks meanwhile waits for the same answer. */
  async ask(key: string | number, find: () => Promise<Answer>): Promise<Answer> {
    const name = String(key);
    const known = this.#kept.get(name);
    // The wall clock on purpose: this is about load.
    if (known !== undefined && performance.now() < known.untilMs) return known.answer;
    if (this.#kept.size >= KEYS_MAX) this.#kept.clear();
    const startedMs = performance.now();
    const asked = { answer: find(), untilMs: Number.POSITIVE_INFINITY };
    this.#kept.set(name, asked);
    try {
      const answer = await asked.answer;
      const endedMs = performance.now();
      asked.untilMs = endedMs + (endedMs - startedMs - CHEAP_MS) * KEPT_TIMES;
      return answer;
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
  }
}
