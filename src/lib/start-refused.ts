/** A start that cannot be: one clear sentence for the person who started it. */
export class StartRefused extends Error {}
