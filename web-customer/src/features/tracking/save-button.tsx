import type { Order } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import { useQuery } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { buttonClass } from '../../components/button-class.ts';
import { savedOrderQuery, useSaveOrder } from './saved-order.ts';

interface Props {
  order: Order;
  user: User;
  onSessionLost: () => void;
}

export function SaveButton({ order, user, onSessionLost }: Props) {
  const { data, isPending } = useQuery(savedOrderQuery(user.id, order.id));
  const saveOrder = useSaveOrder({ order, user, onSessionLost });
  const isSaved = data?.isSaved ?? false;

  return (
    <button
      type="button"
      className={buttonClass('secondary', 'grow')}
      disabled={isPending || saveOrder.isPending}
      onClick={() => saveOrder.mutate(!isSaved)}
    >
      <Heart aria-hidden size={20} className={isSaved ? 'fill-danger text-danger' : ''} />
      {isSaved ? 'Retirer des favoris' : 'Sauvegarder'}
    </button>
  );
}
