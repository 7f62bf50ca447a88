import styles from "./sparkline.module.css";

const WIDTH = 120;
const HEIGHT = 24;

/** A row of bars, what failed on top of what went well; `label` says it in words. */
export function Sparkline({ bars, label }: { bars: readonly { good: number; bad: number }[]; label: string }) {
  const highest = Math.max(1, ...bars.map(({ good, bad }) => good + bad));
  const step = WIDTH / Math.max(1, bars.length);
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(1.5, (value / highest) * (HEIGHT - 1)));
  return (
    <svg className={styles.sparkline} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <line x1="0" y1={HEIGHT - 0.5} x2={WIDTH} y2={HEIGHT - 0.5} className={styles.ground} />
      {bars.map(({ good, bad }, index) => {
        const goodHeight = heightOf(good);
        const badHeight = heightOf(bad);
        const x = index * step + 0.5;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the row.
          <g key={index}>
            <rect x={x} y={HEIGHT - goodHeight} width={step - 1} height={goodHeight} className={styles.good} />
            <rect
              x={x}
              y={HEIGHT - goodHeight - badHeight}
              width={step - 1}
              height={badHeight}
              className={styles.bad}
            />
          </g>
        );
      })}
    </svg>
  );
}
