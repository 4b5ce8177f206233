import { useQuery } from '@tanstack/react-query';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { HealthReport } from '../../../shared/health.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useZone } from '../../data/queries.ts';
import { count, whenInSentence } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { healthText as text } from '../../text/health-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../shell/page.tsx';
import { Check } from './check.tsx';
import { SelfTestCard } from './self-test-card.tsx';
import './health.css';

/** While the page is open it looks again by itself. */
const everyMs = 30_000;

/** What is recorded, what was lost, and whether each part works, in words and with what to do. */
export function HealthPage() {
  const query = useQuery({
    queryKey: keys.health,
    queryFn: () => inkwatch.health.report(),
    staleTime: 0,
    refetchInterval: everyMs,
  });
  return (
    <Page
      title={text.page}
      intro={text.intro}
      narrow
      action={
        <Button
          icon={<RefreshCw aria-hidden />}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {query.isFetching ? text.refreshing : text.refresh}
        </Button>
      }
    >
      {query.isError ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed.title}
          text={text.failed.text(query.error.message)}
        >
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </EmptyState>
      ) : query.data === undefined ? (
        <p className="quiet" role="status">
          {text.looking}
        </p>
      ) : (
        <Report report={query.data} />
      )}
      <SelfTestCard />
    </Page>
  );
}

function Report({ report }: { readonly report: HealthReport }) {
  const zone = useZone();
  const now = useMinute();
  return (
    <>
      <p className="health-summary" role="status">
        <b>{summaryOf(report)}</b>{' '}
        <span className="quiet">{text.checked(whenInSentence(report.at_ms, zone, now))}</span>
      </p>
      <ul className="health-list" aria-label={text.list}>
        {report.checks.map((check) => (
          <Check key={check.key} check={check} />
        ))}
      </ul>
    </>
  );
}

/** The worst first: it is what a person came for. */
function summaryOf({ checks }: HealthReport): string {
  const said = (['problem', 'warning', 'unknown'] as const).flatMap((state) => {
    const n = checks.filter((check) => check.state === state).length;
    return n === 0 ? [] : [text.all[state](n, count(n))];
  });
  return said.length === 0 ? text.all.ok : said.join(' ');
}
