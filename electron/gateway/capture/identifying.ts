import { wordsOf } from './words.ts';

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What says which thing a call is about: the last word of an argument's name. */
const identifying =
  list(`path paths file files filename filenames filepath dir directory folder source destination
  target src dst name names title id ids uuid guid slug url urls uri href link repo repos repository owner org
  organization branch ref sha commit tag base head table tables database db collection bucket index channel
  channels to cc from recipient recipients subject email username user assignee project workspace team board
  issue number page parent namespace host hostname domain selector key label labels tags topic`);

/** Names that no description of the tool has to declare: the common ones, whole. */
const known =
  list(`path paths file files filename file.name filepath file.path dir directory folder source
  destination old.path new.path name names title id ids uuid slug url urls uri href repo repository repo.name owner
  org branch ref sha tag base head table database db collection bucket channel channel.id channel.name to cc from
  recipient recipients subject username user user.id project project.id workspace workspace.id team team.id board
  issue issue.id issue.number pull.number number page page.id parent parent.id document.id file.id thread.id
  message.id namespace label labels tags`);

const idWords = list('id ids uuid guid sha ref commit number key');

/** What may be shown of an argument by its name alone. */
export interface NameSense {
  /** Its value says which thing the call is about. */
  readonly identifies: boolean;
  /** Its value is an id: random by its nature. */
  readonly isId: boolean;
}

/** @param declared The tool's own description names this argument, so that its name holds nothing of the call. */
export function nameSense(name: string, declared: boolean): NameSense {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return {
    identifies: declared ? identifying.has(last) : known.has(words.join('.')),
    isId: idWords.has(last),
  };
}
