import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SelfTest } from '../../../shared/health.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useZone } from '../../data/queries.ts';
import { whenInSentence } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { healthText } from '../../text/health-text.ts';
import { Button } from '../../ui/button.tsx';
import { StateIcon } from './check.tsx';

const text = healthText.selfTest;

/** Proves on demand that a tool which throws ends no session and leaves its row. */
export function SelfTestCard() {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => inkwatch.health.selfTest(),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.health }),
  });
  return (
    <section className="self-test" aria-labelledby="self-test">
      <div className="self-test-head">
        <div>
          <h2 id="self-test" className="self-test-title">
            {text.title}
          </h2>
          <p className="quiet">{text.text}</p>
        </div>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? text.running : text.run}
        </Button>
      </div>
      <div role="status">
        {test.isError ? (
          <p className="self-test-failed">{text.failed(test.error.message)}</p>
        ) : test.data === undefined ? null : (
          <Result result={test.data} />
        )}
      </div>
    </section>
  );
}

function Result({ result }: { readonly result: SelfTest }) {
  const zone = useZone();
  const now = useMinute();
  return (
    <>
      <p className={result.passed ? 'self-test-passed' : 'self-test-failed'}>
        <b>{result.passed ? text.passed : text.notPassed}</b>{' '}
        <span className="quiet">{text.at(whenInSentence(result.at_ms, zone, now))}</span>
      </p>
      <ol className="self-test-steps" aria-label={healthText.steps}>
        {result.steps.map((step) => (
          <li key={step.name} className={step.passed ? 'health-ok' : 'health-problem'}>
            <span className="health-icon">
              <StateIcon state={step.passed ? 'ok' : 'problem'} />
            </span>
            <span>
              <span className="health-name">{step.name}</span>{' '}
              <span className="quiet selectable">{visibleLine(step.says)}</span>
              <span className="visually-hidden"> {step.passed ? text.passed : text.notPassed}</span>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
