import { Tabs } from 'radix-ui';
import type { WriteDetail } from '../../../shared/answers.ts';
import { count } from '../../lib/format.ts';
import { detailsText as text } from '../../text/details-text.ts';
import { Hint } from '../../ui/hint.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { ChangeView } from './change-view.tsx';
import { ChunkNowView } from './chunk-now.tsx';
import { rowAsJson } from './copy-formats.ts';
import { useDetails } from './details-store.ts';
import { OpenInMemory } from './open-in-memory.tsx';
import { resultTabs } from './result-tabs.ts';
import { VersionsView } from './versions-view.tsx';
import './result.css';

const tones: Readonly<Record<WriteDetail['chunk_state'], TagTone>> = {
  present: 'ok',
  deleted: 'refused',
  unknown: 'unknown',
  none: 'plain',
};

interface ResultSectionProps {
  readonly detail: WriteDetail;
  readonly onOpenWrite: (id: number) => void;
}

/** What came of the write: the chunk as it is now, three answers, and how it got there. */
export function ResultSection({ detail, onOpenWrite }: ResultSectionProps) {
  const { tab, setTab } = useDetails();
  const tabs = resultTabs(detail);
  const state = detail.chunk_state;
  const why = state === 'unknown' ? detail.chunk_unknown_why : text.stateHints[state];
  const json = (
    <pre className="json-box">
      <LongText text={rowAsJson(detail.row)} limit={6000} mono />
    </pre>
  );
  if (tabs.length === 1) {
    return (
      <details className="details-section result-row">
        <summary className="label">{text.wholeRow}</summary>
        {json}
      </details>
    );
  }
  return (
    <section className="details-section">
      <h3 className="label result-title">
        {text.result}
        <Hint text={why}>
          {/* Reachable by keyboard, since the tooltip holds the reason. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a tooltip's trigger has to take the focus */}
          <span tabIndex={0} className="result-state">
            <Tag tone={tones[state]}>{text.states[state]}</Tag>
          </span>
        </Hint>
        {detail.chunk === null && detail.versions.length === 0 ? null : (
          <OpenInMemory chunkId={detail.row.resulting_chunk_id} />
        )}
      </h3>
      {state === 'unknown' && why !== null ? <p className="quiet result-why">{why}</p> : null}
      <Tabs.Root
        value={tabs.includes(tab) ? tab : tabs[0]}
        onValueChange={(value) => setTab(tabs.find((known) => known === value) ?? 'difference')}
      >
        <Tabs.List className="tabs" aria-label={text.result}>
          {tabs.map((name) => (
            <Tabs.Trigger key={name} value={name} className="tab">
              {name === 'versions' && detail.versions.length > 0
                ? text.versionsTab(count(detail.versions.length))
                : text.tabs[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="difference" className="tab-content">
          <ChangeView detail={detail} />
        </Tabs.Content>
        <Tabs.Content value="now" className="tab-content">
          <ChunkNowView chunk={detail.chunk} onOpenWrite={onOpenWrite} />
        </Tabs.Content>
        <Tabs.Content value="versions" className="tab-content">
          <VersionsView detail={detail} onOpenWrite={onOpenWrite} />
        </Tabs.Content>
        <Tabs.Content value="json" className="tab-content">
          {json}
        </Tabs.Content>
      </Tabs.Root>
    </section>
  );
}
