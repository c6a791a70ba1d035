import type { Order } from '@fasocolis/contracts/orders';
import BellRing from 'lucide-react/icons/bell-ring';
import { Suspense, useState } from 'react';
import { buttonClass } from '../../shared/button.tsx';
import { OptionalPart } from '../../shared/error-boundary.tsx';
import { optional } from '../../shared/optional.ts';

const BeToldSheet = optional(() => import('./be-told-sheet.tsx'));

/** Opens the ways of being told of a parcel. */
export function BeToldButton({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={buttonClass('brand', 'grow noscript:hidden')}
        onClick={() => setIsOpen(true)}
      >
        <BellRing aria-hidden size={20} />
        Être averti
      </button>
      {isOpen && (
        <OptionalPart>
          <Suspense fallback={null}>
            <BeToldSheet order={order} onClose={() => setIsOpen(false)} />
          </Suspense>
        </OptionalPart>
      )}
    </>
  );
}
