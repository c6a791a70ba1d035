import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const DeliveryScreen = lazyScreen(() => import('./delivery-screen.tsx'));

export const emailDeliveries = {
  name: 'email-deliveries',
  list: DeliveryScreen,
  recordRepresentation: 'recipient',
} satisfies ResourceProps;
