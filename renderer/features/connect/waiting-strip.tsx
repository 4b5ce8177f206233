import { useMutation } from '@tanstack/react-query';
import { inkwatch } from '../../data/api.ts';
import { connectText as text } from '../../text/connect-text.ts';
import { useToasts } from '../../ui/toast-store.ts';

interface WaitingStripProps {
  /** True while no client can connect: there is nothing to wait for. */
  readonly stopped: boolean;
  /** True in the sample home, which has no sample of its own. */
  readonly sample: boolean;
}

/** Turns into the list by itself, with the first write. */
export function WaitingStrip({ stopped, sample }: WaitingStripProps) {
  const say = useToasts((state) => state.say);
  const open = useMutation({
    mutationFn: () => inkwatch.app.openSample(),
    onSuccess: (answer) =>
      say(
        answer.opened
          ? { tone: 'ok', text: text.sampleOpened }
          : { tone: 'failed', text: text.sampleFailed(answer.why) },
      ),
    onError: (error) => say({ tone: 'failed', text: text.sampleFailed(error.message) }),
  });
  return (
    <div className="waiting" role="status">
      {stopped ? null : (
        <>
          <span className="waiting-dot" aria-hidden />
          <p className="waiting-text">
            <b>{text.waiting}</b> {text.ask}
          </p>
        </>
      )}
      {sample ? null : (
        <span className="waiting-sample">
          {stopped ? null : text.sampleOr}{' '}
          <button
            type="button"
            className="link-button"
            disabled={open.isPending}
            onClick={() => open.mutate()}
          >
            {open.isPending ? text.opening : text.sample}
          </button>
        </span>
      )}
    </div>
  );
}
