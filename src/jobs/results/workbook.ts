import { type ZipMember, zipArchive } from "./zip-archive.ts";

/** A sheet is a list of rows, made as they are asked for. The first row is its header. */
export interface Sheet {
  name: string;
  rows: AsyncIterable<readonly Cell[][]>;
}

/** Text is written as text, whatever it begins with: no cell is ever a formula. */
export type Cell = string | number | null;

/** Limits of the format. */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
const CELL_LENGTH_MAX = 32_767;
/** Characters of XML: a member of a plain ZIP archive ends at 4 GiB, and a character may take three bytes. */
const SHEET_LENGTH_MAX = 1_000_000_000;

/** At most so many rows are turned into text at once: other requests wait meanwhile. */
const ROWS_AT_ONCE = 500;

/** An XLSX workbook as a stream of bytes. A sheet with more rows than the format allows goes on in a further one. */
export function writeWorkbook(sheets: readonly Sheet[], rowsMax = ROWS_MAX): AsyncGenerator<Buffer> {
  return zipArchive(membersOf(sheets, rowsMax));
}

async function* membersOf(sheets: readonly Sheet[], rowsMax: number): AsyncGenerator<ZipMember> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const rows = new RowsAhead(sheet.rows);
    try {
      const header = (await rows.hasMore()) ? rows.take(1) : [];
      for (let part = 1; part === 1 || (await rows.hasMore()); part += 1) {
        names.push(part === 1 ? sheet.name : `${sheet.name} (${part})`);
        yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(header, rows, rowsMax) };
      }
    } finally {
      await rows.close();
    }
  }
  for (const [name, text] of frameOf(names)) yield { name, content: [text] };
}

async function* sheetXml(
  header: readonly (readonly Cell[])[],
  rows: RowsAhead,
  rowsMax: number,
): AsyncGenerator<string> {
  yield SHEET_START;
  let number = 0;
  let length = 0;
  for (let taken = header; taken.length > 0; ) {
    let xml = "";
    for (const row of taken) {
      number += 1;
      xml += rowXml(row, number);
    }
    yield xml;
    length += xml.length;
    const isFull = number >= rowsMax || length > SHEET_LENGTH_MAX;
    taken = !isFull && (await rows.hasMore()) ? rows.take(Math.min(rowsMax - number, ROWS_AT_ONCE)) : [];
  }
  yield SHEET_END;
}

/** Rows of which one can ask whether there are more before taking them. */
class RowsAhead {
  readonly #batches: AsyncIterator<readonly Cell[][]>;
  #batch: readonly Cell[][] = [];
  #next = 0;

  constructor(batches: AsyncIterable<readonly Cell[][]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#next >= this.#batch.length) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#batch = next.value;
      this.#next = 0;
    }
    return true;
  }

  /** Some of the rows at hand, at most so many. */
  take(count: number): readonly Cell[][] {
    const taken = this.#batch.slice(this.#next, this.#next + count);
    this.#next += taken.length;
    return taken;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const SHEET_START =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
const SHEET_END = "</sheetData></worksheet>";

/** Style 0: numbers. 1: text, which stays text when somebody edits it (`quotePrefix`). 2: headers. */
const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/>' +
  '</fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/>' +
  '<xf xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf xfId="0" numFmtId="49" fontId="1" quotePrefix="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>';

function rowXml(row: readonly Cell[], number: number): string {
  let cells = "";
  row.slice(0, COLUMNS_MAX).forEach((cell, column) => {
    if (cell === null || cell === "") return;
    const place = `${columnName(column)}${number}`;
    if (typeof cell === "number") cells += `<c r="${place}"><v>${cell}</v></c>`;
    else {
      const style = number === 1 ? 2 : 1;
      cells += `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
    }
  });
  return `<row r="${number}">${cells}</row>`;
}

const COLUMN_NAMES: string[] = [];

function columnName(column: number): string {
  const known = COLUMN_NAMES[column];
  if (known !== undefined) return known;
  let name = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  COLUMN_NAMES[column] = name;
  return name;
}

const PLAIN = /^[^&<>\p{Cc}\p{Cs}\uFFFE\uFFFF_]*$/u;

/** Text for XML. What XML cannot hold is written as the format has it: `_x0007_`; and so is text that looks like that. */
function escapeText(text: string): string {
  const cut = text.length > CELL_LENGTH_MAX ? text.slice(0, CELL_LENGTH_MAX).toWellFormed() : text;
  if (PLAIN.test(cut)) return cut;
  return cut
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(
      /[^\t\n\P{Cc}]|[\uFFFE\uFFFF]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}

/** The members that tie the sheets together. */
function frameOf(names: string[]): [string, string][] {
  const numbered = names.map((name, i) => ({ name: escapeText(name), id: i + 1 }));
  const overrides = numbered.map(
    ({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const relations = numbered.map(
    ({ id }) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  );
  const sheets = numbered.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`);
  return [
    ["xl/styles.xml", STYLES],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}` +
        `<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      "_rels/.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" ` +
        'Target="xl/workbook.xml"/></Relationships>',
    ],
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join("")}</Types>`,
    ],
  ];
}
