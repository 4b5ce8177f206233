import { useAppState } from '../../data/queries.ts';
import { shellText } from '../../text/shell-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useShell } from './shell-store.ts';
import './cheat-sheet.css';

const text = shellText.sheet;

export function CheatSheet() {
  const { sheetOpen, setSheet } = useShell();
  const mac = useAppState().data?.platform === 'darwin';
  return (
    <Dialog title={text.title} open={sheetOpen} onClose={() => setSheet(false)} wide>
      <div className="sheet">
        {text.groups.map((group) => (
          <section key={group.name}>
            <h3 className="label">{group.name}</h3>
            <dl>
              {group.keys.map(([keys, what]) => (
                <div key={what} className="sheet-row">
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Kbd key={key}>{mac && key === 'Ctrl' ? '⌘' : key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
