import { Box, Tab, Tabs } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface TabListProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: ReactNode }[];
  open: Name;
  onOpen: (name: Name) => void;
  children: ReactNode;
}

export function TabList<Name extends string>({ label, tabs, open, onOpen, children }: TabListProps<Name>) {
  const id = useId();
  return (
    <>
      <Tabs
        value={open}
        onChange={(_event, name: Name) => onOpen(name)}
        variant="scrollable"
        scrollButtons={false}
        aria-label={label}
        sx={tabsStyle}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            id={`${id}-${tab.name}`}
            aria-controls={`${id}-panel`}
            label={tab.label}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} sx={{ containerType: 'inline-size' }}>
        {children}
      </Box>
    </>
  );
}

/** A label with a count, once that is known. */
export const counted = (name: string, count: number | undefined) => (count === undefined ? name : `${name} (${count})`);

const tabsStyle = {
  mb: 2,
  borderBottom: '1px solid var(--fc-line)',
  // Outside of the tab the focus ring would be cut off by the scroll container.
  '& .MuiTab-root.Mui-focusVisible': { outlineOffset: -3 },
  '& .MuiTab-root': { px: { xs: 1.25, sm: 2 }, fontVariantNumeric: 'tabular-nums' },
} as const;
