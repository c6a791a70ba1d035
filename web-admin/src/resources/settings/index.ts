import { lazyScreen } from '../../components/lazy-screen.ts';

export const SettingScreen = lazyScreen(() => import('./setting-screen.tsx'));
