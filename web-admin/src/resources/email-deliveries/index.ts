import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

const DeliveryScreen = lazy(() => import('./delivery-screen.tsx'));

export const emailDeliveries = {
  name: 'email-deliveries',
  list: DeliveryScreen,
  recordRepresentation: 'recipient',
} satisfies ResourceProps;
