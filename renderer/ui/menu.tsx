import { Check, ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Button } from './button.tsx';
import './menu.css';

interface MenuProps {
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  readonly children: ReactNode;
}

/** Not modal: the modal kind locks scrolling with a style element, which the CSP refuses. */
export function Menu({ trigger, align = 'start', side = 'bottom', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align={align}
          side={side}
          sideOffset={5}
          collisionPadding={8}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly note?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, icon, note, disabled = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item className="menu-item" disabled={disabled} onSelect={onSelect}>
      {icon}
      <span className="menu-item-text">{children}</span>
      {note === undefined ? null : <span className="menu-item-note">{note}</span>}
    </DropdownMenu.Item>
  );
}

interface PickProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly onPick: (value: Value) => void;
  readonly disabled?: boolean;
}

/** One value out of a few, as a button that says the current one. */
export function Pick<Value extends string>(props: PickProps<Value>) {
  const current = props.options.find((option) => option.value === props.value);
  const pick = (value: string) => {
    const option = props.options.find((candidate) => candidate.value === value);
    if (option !== undefined) props.onPick(option.value);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          aria-label={`${props.label}: ${current?.name ?? ''}`}
          disabled={props.disabled === true}
          className="pick"
        >
          {current?.name}
          <ChevronDown aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={5} collisionPadding={8}>
          <DropdownMenu.RadioGroup value={props.value} onValueChange={pick}>
            {props.options.map((option) => (
              <DropdownMenu.RadioItem
                key={option.value}
                value={option.value}
                className="menu-item menu-choice"
              >
                <span className="menu-check">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span className="menu-item-text">{option.name}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
