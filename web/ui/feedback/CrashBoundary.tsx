import { Component, type ReactNode } from "react";

type CrashBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** Shows `fallback` instead of a blank page when a part of the app cannot be loaded or has a bug. */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
