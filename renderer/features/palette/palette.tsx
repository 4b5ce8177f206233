import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAppState } from '../../data/queries.ts';
import { paletteText as text } from '../../text/palette-text.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { fitting } from './match.ts';
import { usePalette } from './palette-store.ts';
import { type Command, searchCommand, useCommands } from './use-commands.ts';
import './palette.css';

const optionId = (index: number): string => `command-${index}`;

/** Every command and page, saved views and recent searches, by name. */
export function Palette() {
  const { open, setOpen } = usePalette();
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Portal>
        {/* A plain scrim: the library's own overlay writes a style element, which the CSP refuses. */}
        <div className="dialog-scrim" />
        <Primitive.Content className="palette" aria-describedby={undefined}>
          <Primitive.Title className="visually-hidden">{text.title}</Primitive.Title>
          <Box onDone={() => setOpen(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Box({ onDone }: { readonly onDone: () => void }) {
  const commands = useCommands();
  const mac = useAppState().data?.platform === 'darwin';
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = fitting(commands, typed);
  const shown = typed.trim() === '' ? found : [...found, searchCommand(typed.trim())];
  const marked = Math.min(at, shown.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${optionId(marked)}`)?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onDone();
    // The dialog gives the focus back first; what the command focuses comes after that.
    requestAnimationFrame(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: marked + 1,
      ArrowUp: marked - 1,
      PageDown: Math.min(shown.length - 1, marked + 8),
      PageUp: Math.max(0, marked - 8),
      Home: 0,
      End: shown.length - 1,
    };
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
    const inText = (event.key === 'Home' || event.key === 'End') && typed !== '';
    if (to !== undefined && !inText) {
      event.preventDefault();
      setAt((to + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(shown[marked]);
    }
  };
  return (
    <>
      <input
        className="palette-box"
        role="combobox"
        aria-label={text.box}
        aria-expanded
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? optionId(marked) : undefined}
        placeholder={text.placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id="palette-list"
        ref={list}
        role="listbox"
        aria-label={text.title}
        className="palette-list"
      >
        {shown.length === 0 ? <p className="palette-none">{text.none}</p> : null}
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the marked one
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the box takes the marked one
          <div
            key={command.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === marked}
            className="palette-item"
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => (index === marked ? undefined : setAt(index))}
            onClick={() => run(command)}
          >
            <span className="cut palette-name">{command.name}</span>
            <span className="palette-group">{text.groups[command.group]}</span>
            <span className="palette-keys">
              {(command.keys ?? []).map((key) => (
                <Kbd key={key}>{mac && key === 'Ctrl' ? '⌘' : key}</Kbd>
              ))}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
