import { lazyScreen } from '../../components/lazy-screen.tsx';

export const SettingScreen = lazyScreen(() => import('./setting-screen.tsx'));
