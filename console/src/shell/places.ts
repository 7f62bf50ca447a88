import {
  AuditIcon,
  DeliveriesIcon,
  JobsIcon,
  OverviewIcon,
  ProjectsIcon,
  RoutesIcon,
  StoresIcon,
  SubscriptionIcon,
  SystemIcon,
  UsersIcon,
} from "../parts/icons.tsx";

/** The places that navigation, palette and shortcuts lead to, in one list. `g` and the letter goes there. */
export const SERVICE_PLACES = [
  { to: "/", label: "Overview", letter: "o", Icon: OverviewIcon },
  { to: "/projects", label: "Projects", letter: "p", Icon: ProjectsIcon },
  { to: "/system", label: "System", letter: "y", Icon: SystemIcon },
  { to: "/audit", label: "Audit log", letter: "a", Icon: AuditIcon },
] as const;

export const PROJECT_PLACES = [
  { to: "/p/$project", label: "Project overview", letter: "h", Icon: OverviewIcon },
  { to: "/p/$project/subscription", label: "Subscription", letter: "s", Icon: SubscriptionIcon },
  { to: "/p/$project/deliveries", label: "Deliveries", letter: "d", Icon: DeliveriesIcon },
  { to: "/p/$project/jobs", label: "Jobs", letter: "j", Icon: JobsIcon },
  { to: "/p/$project/stores", label: "Stores", letter: "t", Icon: StoresIcon },
  { to: "/p/$project/users", label: "Users", letter: "u", Icon: UsersIcon },
  { to: "/p/$project/routes", label: "Routes", letter: "r", Icon: RoutesIcon },
  { to: "/p/$project/audit", label: "Changes", letter: "c", Icon: AuditIcon },
] as const;
