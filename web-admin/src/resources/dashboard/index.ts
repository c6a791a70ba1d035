/** The first screen: with the shell, so that it costs no round trip of its own. */
export { Dashboard } from './dashboard-screen.tsx';
