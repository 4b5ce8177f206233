import { shellText } from '../../text/shell-text.ts';

/** The nib of the app's icon, in the colour of ink. */
export function Brand() {
  return (
    <span className="brand">
      <svg viewBox="262 194 568 568" className="brand-mark" aria-hidden="true">
        <path
          fill="currentColor"
          d="M281 743 383 391Q411 330 486 309L567 290 733 457 715 537Q693 617 632 641Z"
        />
        <rect
          x="604"
          y="270"
          width="208"
          height="92"
          rx="30"
          fill="currentColor"
          transform="rotate(45 708 316)"
        />
        <path stroke="var(--ground)" strokeWidth="40" d="M330 694 500 524" />
        <circle cx="521" cy="502" r="54" fill="var(--ground)" />
      </svg>
      <span className="brand-name">{shellText.brand}</span>
    </span>
  );
}
