/**
 * A number of a JSON upload together with its text, for error files that show it as it was sent. A plain number is as
 * good where `String(number)` is that text.
 */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
