import type { WriteDetail, WriteRow } from '../../../shared/answers.ts';
import { clientDisplayName } from '../../../shared/client-names.ts';
import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';
import { parseSummary } from '../../../shared/summary-words.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { detailsText as text } from '../../text/details-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Field, Fields, Section } from './field-list.tsx';

interface WhoSectionProps {
  readonly row: WriteRow;
  /** Null until it is read. */
  readonly detail: WriteDetail | null;
  readonly onRun: (run: string) => void;
  readonly onOpenWrite: (id: number) => void;
}

export function WhoSection({ row, detail, onRun, onOpenWrite }: WhoSectionProps) {
  const name = clientDisplayName(row.client_info, row.client_name);
  const said = row.client_name === null ? text.unnamed : visibleLine(row.client_name);
  const version = row.client_version === null ? '' : ` ${visibleLine(row.client_version)}`;
  return (
    <Section title={text.who}>
      <Fields>
        <Field name={text.fields.client}>
          <span className="who-client">
            <ClientBadge clientInfo={row.client_info} name={name} />
            <span className="selectable">{name}</span>
            {/* What the client says of itself is shown, not trusted. */}
            <span className="quiet selectable cut" title={`${said}${version}`}>
              {said === name ? version.trim() : `${said}${version}`}
            </span>
          </span>
        </Field>
        <Field name={text.fields.connection}>
          <Connection row={row} detail={detail} client={name} />
        </Field>
        <ServerFields row={row} />
        {row.model === null ? null : (
          <Field name={text.fields.model}>
            <span className="selectable">{visibleLine(row.model)}</span>
          </Field>
        )}
        {row.session_id === null ? null : (
          <Field name={text.fields.run}>
            <Run id={row.session_id} row={row} detail={detail} onRun={onRun} />
          </Field>
        )}
        {row.transport === null ? null : (
          <Field name={text.fields.via}>
            {text.transports[row.transport]}
            {row.protocol_version === null ? null : (
              <span className="quiet"> {text.protocol(visibleLine(row.protocol_version))}</span>
            )}
          </Field>
        )}
        {row.attempts > 1 ? (
          <Field name={text.fields.sent}>{text.times(count(row.attempts))}</Field>
        ) : null}
        {row.repeats_id === null ? null : (
          <Field name={text.fields.repeats}>
            {text.repeatOf(writesText.ordinal(row.repeat_no))}{' '}
            <WriteLink id={row.repeats_id} onOpen={onOpenWrite} />
          </Field>
        )}
        {row.reverts_id === null ? null : (
          <Field name={text.fields.undoes}>
            <WriteLink id={row.reverts_id} onOpen={onOpenWrite} />
          </Field>
        )}
        {row.reverted_by_id === null ? null : (
          <Field name={text.fields.undoneBy}>
            <WriteLink id={row.reverted_by_id} onOpen={onOpenWrite} />
          </Field>
        )}
      </Fields>
    </Section>
  );
}

/** Of a server behind the gateway: its name, its own name of the tool, and who let the call through or not. */
function ServerFields({ row }: { readonly row: WriteRow }) {
  if (row.server_name === EMBEDDED_SERVER) return null;
  const decided = decidedWords(row);
  return (
    <>
      <Field name={text.fields.server}>
        <span className="selectable">{visibleLine(row.server_name)}</span>
      </Field>
      <Field name={text.fields.tool}>
        <span className="mono selectable">{visibleLine(row.tool_name)}</span>
      </Field>
      {row.effect === 'read' ? <Field name={text.fields.effect}>{text.read}</Field> : null}
      {decided === null ? null : <Field name={text.fields.decided}>{decided}</Field>}
    </>
  );
}

function decidedWords(row: WriteRow): string | null {
  switch (parseSummary(row.args_summary).decided_by) {
    case 'person':
      return row.error_kind === 'refused' ? text.decided.denied : text.decided.allowed;
    case 'nobody':
      return text.decided.nobody;
    case 'policy':
      return text.decided.policy;
    default:
      return null;
  }
}

interface WriteLinkProps {
  readonly id: number;
  readonly onOpen: (id: number) => void;
}

function WriteLink({ id, onOpen }: WriteLinkProps) {
  return (
    <button type="button" className="link-button" onClick={() => onOpen(id)}>
      {text.write(String(id))}
    </button>
  );
}

interface ConnectionProps {
  readonly row: WriteRow;
  readonly detail: WriteDetail | null;
  readonly client: string;
}

function Connection({ row, detail, client }: ConnectionProps) {
  const connection = detail?.connection ?? null;
  if (connection === null) {
    const id = row.client_id === null ? text.noConnection : visibleLine(row.client_id);
    return <span className="quiet">{id}</span>;
  }
  return (
    <span className="who-connection">
      <span className="selectable">{visibleLine(connection.name)}</span>
      <Agreement agrees={connection.agrees} client={client} />
    </span>
  );
}

interface AgreementProps {
  readonly agrees: 'agree' | 'disagree' | 'unknown';
  readonly client: string;
}

function Agreement({ agrees, client }: AgreementProps) {
  switch (agrees) {
    case 'agree':
      return <Tag tone="ok">{text.agree.agree}</Tag>;
    case 'disagree':
      return <Tag tone="refused">{text.agree.disagree(client)}</Tag>;
    case 'unknown':
      return <Tag>{text.agree.unknown}</Tag>;
  }
}

interface RunProps {
  readonly id: string;
  readonly row: WriteRow;
  readonly detail: WriteDetail | null;
  readonly onRun: (run: string) => void;
}

function Run({ id, row, detail, onRun }: RunProps) {
  const run = detail?.run ?? null;
  const hint = row.session_kind === null ? '' : text.sessionKinds[row.session_kind];
  return (
    <span className="who-run">
      <button
        type="button"
        className="link-button mono cut"
        title={`${text.runOnly}: ${visibleLine(id)}`}
        onClick={() => onRun(id)}
      >
        {visibleLine(id)}
      </button>
      <span className="quiet">
        {run === null ? '' : `${text.position(count(run.position), count(run.length))} · `}
        {hint}
      </span>
    </span>
  );
}
