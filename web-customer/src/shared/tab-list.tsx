import { List, Trigger } from '@radix-ui/react-tabs';

interface Props {
  label: string;
  /** Value and label of each tab. */
  tabs: readonly (readonly [value: string, label: string])[];
}

/** The tabs of a screen, side by side at every width. */
export function TabList({ label, tabs }: Props) {
  return (
    <List aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1 rounded-xl bg-canvas p-1">
      {tabs.map(([value, text]) => (
        <Trigger
          key={value}
          value={value}
          className="min-h-11 rounded-lg px-0.5 text-sm/5 font-semibold text-ink-soft transition-colors duration-150 hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-brand not-focus-visible:data-[state=active]:shadow-sm"
        >
          {text}
        </Trigger>
      ))}
    </List>
  );
}
