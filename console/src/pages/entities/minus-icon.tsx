/** The counterpart of the plus. */
export function MinusIcon() {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M3 8h10" strokeLinecap="round" />
    </svg>
  );
}
