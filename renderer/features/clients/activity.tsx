import { count } from '../../lib/format.ts';
import { clientsText as text } from '../../text/clients-text.ts';

const size = { width: 98, height: 22 } as const;

/** How much came lately, in bars of six hours; each connection by its own measure. */
export function Activity({ spans }: { readonly spans: readonly number[] }) {
  const sum = spans.reduce((all, n) => all + n, 0);
  if (sum === 0) return <span className="visually-hidden">{text.noActivity}</span>;
  const most = Math.max(...spans);
  const step = size.width / spans.length;
  return (
    <svg
      className="activity"
      width={size.width}
      height={size.height}
      role="img"
      aria-label={text.activity(count(sum))}
    >
      <title>{text.activity(count(sum))}</title>
      {spans.map((n, index) => {
        const height = n === 0 ? 1 : Math.max(3, Math.round((n / most) * size.height));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is its place
            key={index}
            className={n === 0 ? 'activity-none' : 'activity-bar'}
            x={index * step}
            y={size.height - height}
            width={step - 1}
            height={height}
          />
        );
      })}
    </svg>
  );
}
