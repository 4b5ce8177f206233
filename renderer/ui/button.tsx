import type { ComponentProps, ReactNode } from 'react';
import './button.css';

export type ButtonKind = 'plain' | 'primary' | 'tint' | 'quiet';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  readonly small?: boolean;
}

export function Button({ kind = 'plain', icon, small, className, children, ...rest }: ButtonProps) {
  const classes = [
    'button',
    `button-${kind}`,
    small === true ? 'button-small' : '',
    className ?? '',
  ];
  return (
    <button {...rest} type="button" className={classes.filter(Boolean).join(' ')}>
      {icon}
      {children === undefined ? null : <span className="button-text">{children}</span>}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** Read aloud; an icon alone says nothing. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={['icon-button', className ?? ''].filter(Boolean).join(' ')}
    >
      {icon}
    </button>
  );
}
