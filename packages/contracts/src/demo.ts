/**
 * Demo customers have fixed ids, because each service seeds its own part independently. Demo mode is for fresh
 * installations, where these ids are free.
 */
export const DEMO_PASSWORD = 'Client-1234';
export const DEMO_CUSTOMERS = [
  { id: 2, username: 'client', email: 'client@example.com', firstName: 'Awa', lastName: 'Ouédraogo' },
  { id: 3, username: 'cliente2', email: 'cliente2@example.com', firstName: 'Mariam', lastName: 'Sawadogo' },
] as const;

export const DEMO_AGENT = {
  username: 'agent',
  email: 'agent@example.com',
  firstName: 'Issa',
  lastName: 'Sanou',
  city: 'Guangzhou',
} as const;
export const DEMO_AGENT_PASSWORD = 'Agent-1234';
