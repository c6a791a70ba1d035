import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

interface Props {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  /** The id of the first open tab; by default that of the first one. */
  initial?: string;
  panelClass: string;
}

/** The target of each key of the ARIA tabs pattern, from a tab. */
const TARGETS: Record<string, (index: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
};

/** Tabs in one row as long as their words fit into it, with one panel shown. */
export function Tabs({ label, tabs, initial, panelClass }: Props) {
  const [chosen, setChosen] = useState(initial);
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    tabs.findIndex(({ id }) => id === chosen),
  );
  const active = tabs[index];
  const moveFocus = (event: KeyboardEvent) => {
    const target = TARGETS[event.key]?.(index);
    if (target === undefined) return;
    event.preventDefault();
    const tab = list.current?.querySelectorAll<HTMLElement>('[role=tab]')[(target + tabs.length) % tabs.length];
    tab?.focus();
    tab?.click();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap gap-1 rounded-xl bg-canvas p-1">
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}-${tab.id}`}
            aria-selected={tab === active}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === active ? 0 : -1}
            onClick={() => setChosen(tab.id)}
            onKeyDown={moveFocus}
            className="min-h-11 flex-1 rounded-lg px-0.5 text-sm/5 font-semibold text-ink-soft transition-colors duration-150 hover:text-ink aria-selected:bg-surface aria-selected:text-brand not-focus-visible:aria-selected:shadow-sm"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        key={active?.id}
        role="tabpanel"
        id={`${prefix}-panel`}
        aria-labelledby={`${prefix}-${active?.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the ARIA pattern makes the panel the next stop after the tabs.
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex
        className={panelClass}
      >
        {active?.content}
      </div>
    </>
  );
}
