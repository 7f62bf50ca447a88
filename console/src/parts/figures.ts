const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** 1,234,567; "–" for what is not known. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : whole.format(value);
}

/** 1.2M, for places where a long number would not fit; below 10,000 it is written out. */
export function shortCount(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return Math.abs(value) < 10_000 ? whole.format(value) : compact.format(value);
}

/** Of 0 to 1, as "99.98 %"; never rounded up to 100 % or down to 0 %, as that would hide the one that differs. */
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined || Number.isNaN(share)) return "–";
  if (share === 0 || share === 1) return `${share * 100} %`;
  const digits = share > 0.99 || share < 0.01 ? 2 : 1;
  const bounded = Math.min(100 - 10 ** -digits, Math.max(10 ** -digits, share * 100));
  return `${bounded.toFixed(digits)} %`;
}

/** "1 store", "2 stores"; the plural is the singular and s unless told otherwise. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}

/** 12.3 MB, with a thousand as the base, as file managers show it. */
export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (value < 1_000) return `${value} B`;
  const step = Math.min(4, Math.floor(Math.log10(value) / 3));
  const scaled = value / 1_000 ** step;
  return `${scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${["B", "kB", "MB", "GB", "TB"][step]}`;
}
