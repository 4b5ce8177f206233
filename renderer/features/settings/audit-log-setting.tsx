import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { fileErrorWords } from '../../../shared/file-errors.ts';
import type { Settings } from '../../../shared/settings.ts';
import { useAppState, useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { settingsText } from '../../text/settings-text.ts';
import { Button } from '../../ui/button.tsx';
import { useSet } from './use-set.ts';

const text = settingsText.auditLog;

/** How soon after a change the file is looked at: it is opened with the next line. */
const settleMs = 700;

/** The JSONL file for other tools: where it is, and whether it takes lines now. */
export function AuditLogSetting({ settings }: { readonly settings: Settings }) {
  const set = useSet();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? settings.auditLog ?? '';
  const commit = (value: string) => {
    setDraft(null);
    const path = value.trim() === '' ? null : value.trim();
    if (path !== settings.auditLog) set({ auditLog: path });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit(shown);
    if (event.key === 'Escape') {
      setDraft(null);
      event.stopPropagation();
    }
  };
  return (
    <div className="setting setting-tall">
      <div className="setting-text">
        <label htmlFor={id} className="setting-name">
          {text.name}
        </label>
        <p id={`${id}-hint`} className="setting-hint">
          {text.hint}
        </p>
      </div>
      <div className="setting-line">
        <input
          id={id}
          className="text-input mono setting-path"
          value={shown}
          placeholder={text.placeholder}
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={() => commit(shown)}
          onKeyDown={onKeyDown}
        />
        {settings.auditLog === null ? null : (
          <Button onClick={() => commit('')}>{text.stop}</Button>
        )}
      </div>
      <State wanted={settings.auditLog} />
    </div>
  );
}

function State({ wanted }: { readonly wanted: string | null }) {
  const { data, refetch } = useAppState();
  const zone = useZone();
  const now = useMinute();
  // Whether it can be written shows with time, and nobody tells the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path or minute is looked at anew
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), settleMs);
    return () => clearTimeout(timer);
  }, [wanted, now, refetch]);
  const log = data?.audit_log ?? null;
  if (log === null) return <p className="setting-hint">{text.none}</p>;
  const lost = log.dropped === 0 ? '' : ` ${text.dropped(log.dropped, count(log.dropped))}`;
  if (log.kind === 'failing') {
    const words = fileErrorWords(log.why ?? '');
    const since = log.since_ms === null ? '' : whenInWords(log.since_ms, zone, now);
    return (
      <p className="setting-hint setting-wrong" role="alert">
        {text.failing(log.path, since, words?.why ?? log.why ?? '')}
        {words === null ? '' : ` ${words.todo}.`}
        {lost}
      </p>
    );
  }
  return (
    <p className="setting-hint">
      {text.works(log.path)}
      {lost}
    </p>
  );
}
