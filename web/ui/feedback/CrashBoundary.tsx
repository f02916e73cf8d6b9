import { Component, type ReactNode } from "react";

type CrashBoundaryProps = { fallback: ReactNode; children: ReactNode };

/** A part of the app that does not arrive, or a bug in it, ends in a sentence and a way on, not in a blank page. */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
