import type { Order } from '@fasocolis/contracts/orders';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState, useTransition } from 'react';
import { buttonClass } from '../../shared/button.tsx';
import { OptionalPart } from '../../shared/error-boundary.tsx';
import { optional } from '../../shared/optional.ts';

const BeToldSheet = optional(() => import('./be-told-sheet.tsx'));

/** Opens the ways of being told of a parcel. */
export function BeToldButton({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, startOpening] = useTransition();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading}
        className={buttonClass('brand', 'grow noscript:hidden')}
        onClick={() => startOpening(() => setIsOpen(true))}
      >
        <BellRing aria-hidden size={20} />
        {isLoading ? 'Ouverture…' : 'Être averti'}
      </button>
      <OptionalPart>{isOpen && <BeToldSheet order={order} onClose={() => setIsOpen(false)} />}</OptionalPart>
    </>
  );
}
