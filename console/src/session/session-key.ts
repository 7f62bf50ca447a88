/** Under which the queries keep who is signed in. */
export const SESSION_KEY = ["session"];
