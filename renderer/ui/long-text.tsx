import { useState } from 'react';
import { cutCharacters, visibleText } from '../../shared/text.ts';
import { count } from '../lib/format.ts';
import { uiText } from '../text/ui-text.ts';
import './long-text.css';

interface LongTextProps {
  readonly text: string;
  /** Characters shown before a person asks for the rest. */
  readonly limit?: number;
  readonly mono?: boolean;
}

/** Hostile text, made visible and cut, with a way to see all of it (cases a15 and g07). */
export function LongText({ text, limit = 600, mono = false }: LongTextProps) {
  const [whole, setWhole] = useState(false);
  const long = text.length > limit;
  const shown = whole || !long ? text : cutCharacters(text, limit);
  return (
    <span className={mono ? 'long-text selectable mono' : 'long-text selectable'}>
      {visibleText(shown)}
      {long ? (
        <>
          {whole ? ' ' : '… '}
          <button type="button" className="link-button" onClick={() => setWhole(!whole)}>
            {whole ? uiText.showLess : uiText.showAll(count(text.length))}
          </button>
        </>
      ) : null}
    </span>
  );
}
