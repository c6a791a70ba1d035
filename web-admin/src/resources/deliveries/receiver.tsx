import type { Delivery } from '@fasocolis/contracts/deliveries';
import type { User } from '@fasocolis/contracts/user';
import { useGetManyAggregate } from 'react-admin';
import { customerName } from '../../components/people-names.tsx';
import { recipientOf } from './delivery-words.ts';

/** The address, or the customer while none is known: it is looked up when the message is sent. */
export function Receiver(delivery: Delivery) {
  const { recipient, userId } = delivery;
  const isNamed = recipient === null && userId !== null;
  const { data } = useGetManyAggregate<User>('users', { ids: [userId ?? 0] }, { enabled: isNamed });
  const [user] = data ?? [];
  return isNamed && user ? customerName(user) : recipientOf(delivery);
}
