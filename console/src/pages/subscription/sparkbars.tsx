import styles from "./subscription.module.css";

interface Bucket {
  time: string;
  delivered: number;
  failed: number;
}

const HEIGHT = 40;
const STEP = 8;

/** Good and failed counts over time, as small stacked bars. */
export function Sparkbars({ buckets, label }: { buckets: readonly Bucket[]; label: string }) {
  const most = Math.max(1, ...buckets.map(({ delivered, failed }) => delivered + failed));
  const total = buckets.reduce((sum, { delivered }) => sum + delivered, 0);
  const failures = buckets.reduce((sum, { failed }) => sum + failed, 0);
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${buckets.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${total} delivered, ${failures} failed`}
    >
      {buckets.map(({ time, delivered, failed }, index) => {
        const bad = barHeight(failed, most);
        const good = barHeight(delivered, most);
        return (
          <g key={time}>
            <rect className={styles.sparkGround} x={index * STEP} y={HEIGHT - 1} width={STEP - 2} height={1} />
            <rect className={styles.sparkGood} x={index * STEP} y={HEIGHT - good} width={STEP - 2} height={good} />
            <rect className={styles.sparkBad} x={index * STEP} y={HEIGHT - good - bad} width={STEP - 2} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}

/** What is not zero is seen. */
function barHeight(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
}
