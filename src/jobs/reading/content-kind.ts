/** What bytes look like, to tell a client who has sent another file than the one it meant. */

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const EMPTY_ZIP = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const KINDS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from("%PDF"), "a PDF document"],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47]), "a PNG image"],
  [Buffer.from([0xff, 0xd8, 0xff]), "a JPEG image"],
  [Buffer.from("GIF8"), "a GIF image"],
  [Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), "a 7-Zip archive"],
  [Buffer.from("Rar!"), "a RAR archive"],
  [Buffer.from("BZh"), "a bzip2 file"],
  [Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), "an xz file"],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), "a Zstandard file"],
  [Buffer.from("PAR1"), "a Parquet file"],
  [Buffer.from("SQLite format 3"), "an SQLite database"],
  [Buffer.from([0x7f, 0x45, 0x4c, 0x46]), "a program"],
  [Buffer.from("MZ"), "a program"],
];

const SAVE_AS_CSV =
  "The file is an Excel workbook. Open it in the spreadsheet program, save it as “CSV UTF-8 (comma delimited)”, " +
  "and upload that with file_format CSV.";

export function isZip(head: Uint8Array): boolean {
  return startsWith(head, ZIP) || startsWith(head, EMPTY_ZIP);
}

export function isGzip(head: Uint8Array): boolean {
  return startsWith(head, GZIP);
}

/** The old format; the new one is a ZIP archive. */
export function isExcel(head: Uint8Array): boolean {
  return startsWith(head, OLD_EXCEL);
}

/** A sentence for the client. */
export function describeContent(head: Uint8Array, known?: "xlsx"): string {
  if (known === "xlsx" || isExcel(head)) return SAVE_AS_CSV;
  const binary = binaryKind(head);
  if (binary !== undefined) return `It looks like ${binary}.`;
  return `It looks like ${textKind(Buffer.from(head).toString("latin1"))}.`;
}

/** Undefined where the bytes may be text of some kind. */
export function binaryKind(head: Uint8Array): string | undefined {
  const known = KINDS.find(([magic]) => startsWith(head, magic));
  if (known !== undefined) return known[1];
  if (hasUtf16Mark(head)) return undefined;
  const zeros = head.filter((byte) => byte === 0).length;
  if (zeros === 0) return undefined;
  return zeros > head.length / 4 && zeros < head.length * 0.6 ? "UTF-16 text without a byte order mark" : "binary data";
}

/** What text most resembles, from its beginning. */
export function textKind(text: string): string {
  const trimmed = text.replace(/^(\uFEFF|\u00ef\u00bb\u00bf)/, "").trimStart();
  if (trimmed === "") return "an empty file";
  if (/^[[{]/.test(trimmed)) return "JSON";
  if (/^<(!doctype\s+)?html/i.test(trimmed)) return "an HTML page";
  if (trimmed.startsWith("<")) return "XML";
  const [line = ""] = trimmed.split(/[\r\n]/, 1);
  return /[,;\t|]/.test(line) ? "CSV" : "plain text";
}

export function hasUtf16Mark(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

function startsWith(bytes: Uint8Array, magic: Uint8Array): boolean {
  return bytes.length >= magic.length && magic.every((byte, i) => bytes[i] === byte);
}
