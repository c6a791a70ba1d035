import type { Order } from '@fasocolis/contracts/orders';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState, useTransition } from 'react';
import { Button } from '../../shared/button.tsx';
import { OptionalPart } from '../../shared/error-boundary.tsx';
import { optional } from '../../shared/optional.ts';

const BeToldSheet = optional(() => import('./be-told-sheet.tsx'));

/** Opens the ways of being told of a parcel. */
export function BeToldButton({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, startOpening] = useTransition();
  return (
    <>
      <Button
        label={isLoading ? 'Ouverture…' : 'Être averti'}
        variant="brand"
        className="grow noscript:hidden"
        icon={BellRing}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => startOpening(() => setIsOpen(true))}
      />
      <OptionalPart>{isOpen && <BeToldSheet order={order} onClose={() => setIsOpen(false)} />}</OptionalPart>
    </>
  );
}
