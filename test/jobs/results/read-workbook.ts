import { strFromU8, unzipSync } from "fflate";

export interface ReadSheet {
  name: string;
  rows: (string | number)[][];
  xml: string;
}

/** Reads a workbook back the way spreadsheet programs do: by its relations, undoing the escapes of XML and of the format. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const members = unzipSync(bytes);
  const text = (name: string) => {
    const member = members[name];
    if (member === undefined) throw new Error(`the workbook has no ${name}`);
    return strFromU8(member);
  };
  const targets = new Map(
    [...text("xl/_rels/workbook.xml.rels").matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(([, id, target]) => [
      id,
      target,
    ]),
  );
  const types = text("[Content_Types].xml");
  return [...text("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"[^>]*r:id="(\w+)"/g)].map(([, name = "", id]) => {
    const path = `xl/${targets.get(id)}`;
    if (!types.includes(`PartName="/${path}"`)) throw new Error(`${path} has no content type`);
    const xml = text(path);
    return {
      name,
      rows: [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, cells = ""]) => cellsOf(cells)),
      xml,
    };
  });
}

function cellsOf(xml: string): (string | number)[] {
  const cells: (string | number)[] = [];
  for (const [, letters = "", inside = ""] of xml.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)) {
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    while (cells.length < column) cells.push("");
    const number = /^<v>(.*)<\/v>$/.exec(inside)?.[1];
    cells.push(number === undefined ? unescapeText(inside.replace(/^<is><t[^>]*>|<\/t><\/is>$/g, "")) : Number(number));
  }
  return cells;
}

function unescapeText(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
