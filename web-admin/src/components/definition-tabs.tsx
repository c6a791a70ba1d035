import type { TransportMode } from '@fasocolis/contracts/orders';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { TabList } from './tab-list.tsx';

type Name = 'statuses' | TransportMode;

const TABS: readonly { name: Name; label: string }[] = [
  { name: 'statuses', label: 'Statuts' },
  { name: 'AIR', label: 'Jalons avion' },
  { name: 'SEA', label: 'Jalons bateau' },
];

/** The statuses of orders and the milestones of consignments as one screen, each tab at its own address. */
export function DefinitionTabs({ open, children }: { open: Name; children: ReactNode }) {
  const navigate = useNavigate();
  const show = (name: Name) =>
    void navigate(name === 'statuses' ? '/order-statuses' : `/milestone-definitions?mode=${name}`);
  return (
    <TabList label="Statuts et jalons" tabs={TABS} open={open} onOpen={show}>
      {children}
    </TabList>
  );
}
